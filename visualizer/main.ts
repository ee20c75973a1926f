import * as z from "zod/mini";
import type { Chart } from "./charts/chart.ts";
import { languageOf } from "./model/page-language.ts";
import { part } from "./view/element.ts";
import { Viewer } from "./view/viewer.ts";

// The page's policy allows no code made of text, which zod would try first.
z.config({ jitless: true });

const charts: Chart[] = JSON.parse(part("chart-data", HTMLScriptElement).text);
new Viewer(charts, languageOf(navigator.languages)).start();
