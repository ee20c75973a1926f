import { mergeConfig } from "vitest/config";
import { globsOf, SLOW_TESTS } from "./test/slow-tests.ts";
import config from "./vitest.config.ts";

/**
 * `npm run test:fast`: all tests but those in `test/slow-tests.ts`. Files share their workers, which halves the time;
 * `npm test` isolates each file.
 */
export default mergeConfig(config, { test: { exclude: SLOW_TESTS.flatMap(globsOf), maxWorkers: 2, isolate: false } });
