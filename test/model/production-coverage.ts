import { PRODUCTION_MACHINES } from "../../src/machines/production-machines.ts";
import { TransitionCoverage } from "../../src/testing/transition-coverage.ts";

/** Counts which transitions of the production machines were taken. */
export function productionCoverage(): TransitionCoverage {
  return new TransitionCoverage(PRODUCTION_MACHINES.map(({ machine }) => machine));
}
