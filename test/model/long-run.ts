/** `MODEL_LONG=1`: everything that the model suite can do, for hours if need be. */
export const IS_LONG = process.env.MODEL_LONG === "1";
