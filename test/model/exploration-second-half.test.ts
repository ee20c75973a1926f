import { describe } from "vitest";
import { exploreHalf } from "./explore-half.ts";

describe("every interleaving, to the fixed point", () => exploreHalf(1));
