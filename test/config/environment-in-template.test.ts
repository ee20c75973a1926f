import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CHANNELS } from "../../src/channels/registry.ts";
import { PLACEHOLDERS, placeholderValues } from "../../src/channels/webhook/placeholders.ts";
import { renderTemplate } from "../../src/channels/webhook/render-template.ts";
import type { WebhookConfig } from "../../src/channels/webhook/webhook.schema.ts";
import { parseConfig } from "../../src/config/parse-config.ts";

const VALUES = placeholderValues(
  {
    title: "TITLE",
    lines: ["BODY"],
    fields: { label: "", project: "", session: "", host: "", location: "", duration: "" },
  },
  { id: "n1", event: "agent-completed", priority: 3, at: 0 },
);

/** What a webhook with this template posts, from the text of the file on; or the warnings. */
function posted(template: unknown, env: Record<string, string>): unknown {
  const webhook = { url: "http://h/", template };
  const text = JSON.stringify({ channels: [{ id: "hook", type: "webhook", webhook }] });
  const { config, warnings } = parseConfig(text, { file: "config.json", env, channels: CHANNELS });
  if (warnings.length > 0) return warnings.map((warning) => warning.text);
  const hook = config.channels.at(-1)?.config as WebhookConfig | undefined;
  return renderTemplate(hook?.template, VALUES);
}

describe("what an environment variable brings into a webhook template is text", () => {
  test.each<[string, unknown, string, unknown]>([
    ["a placeholder", "${X}", "{{title}}", "{{title}}"],
    ["a placeholder of a number, alone", "$X", "{{priority}}", "{{priority}}"],
    ["an unknown placeholder", "a ${X} b", "{{x}}", "a {{x}} b"],
    ["a Jinja template", "${X}", "{% if a %}{{ a.b }}{% endif %}", "{% if a %}{{ a.b }}{% endif %}"],
    ["a placeholder beside a real one", "{{title}} ${X} {{body}}", "{{event}}", "TITLE {{event}} BODY"],
    ["half a placeholder", "{${X}", "{title}}", "{{title}}"],
    ["the other half", "{{${X}", "title}}", "{{title}}"],
    ["a name between braces of the file", "{{${X}}}", "title", "{{title}}"],
    ["the braces alone", "${X}title}}", "{{", "{{title}}"],
    ["the last brace", "{{title}${X}", "}", "{{title}}"],
    ["one brace", "${X}{title}}", "{", "{{title}}"],
    ["nothing but text", "${X}: {{title}}", "prod", "prod: TITLE"],
    ["a dollar and a backslash", "${X}", "$title\\{", "$title\\{"],
    ["a placeholder deep inside", { a: [{ b: "${X}" }] }, "{{id}}", { a: [{ b: "{{id}}" }] }],
    ["a placeholder in a text with a default", "${X:-none}", "{{title}}", "{{title}}"],
  ])("%s: %j with X=%j", (_name, template, value, expected) => {
    expect(posted(template, { X: value })).toEqual(expected);
  });

  test("placeholders that the file itself writes work, in a default too", () => {
    expect(posted("{{title}} ${UNSET:-x}", {})).toBe("TITLE x");
    expect(posted("{{titel}} $X", { X: "a" })).toEqual([expect.stringContaining("unknown placeholder {{titel}}")]);
  });

  test("of any mixture of braces, names and spaces", () => {
    const piece = fc.constantFrom("{", "}", "{{", "}}", " ", "x", "$", ...PLACEHOLDERS.slice(0, 3));
    const text = fc.array(piece, { minLength: 1, maxLength: 12 }).map((pieces) => pieces.join(""));
    const around = fc.constantFrom("", "{", "{{", "}}", " ", "t", "{{title}", "{title}}");
    fc.assert(
      fc.property(text, around, around, (value, before, after) => {
        expect(posted(`${before}\${X}${after}`, { X: value })).toBe(before + value + after);
      }),
    );
  });

  test("and the rest of the webhook gets its values as they are", () => {
    const webhook = { url: "http://h/$X", secret: "$X", headers: { a: "$X" } };
    const text = JSON.stringify({ channels: [{ id: "hook", type: "webhook", webhook }] });
    const { config } = parseConfig(text, { file: "config.json", env: { X: "{{a}}" }, channels: CHANNELS });
    expect(config.channels.at(-1)?.config).toMatchObject({
      url: "http://h/{{a}}",
      secret: "{{a}}",
      headers: { a: "{{a}}" },
    });
  });
});
