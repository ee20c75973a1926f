import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { feishu } from "../../src/channels/webhook/presets/feishu.ts";
import { slack } from "../../src/channels/webhook/presets/slack.ts";
import type { Message } from "../../src/content/message.ts";

const FIELDS = { label: "", project: "", session: "", host: "", location: "", duration: "" };
const REQUEST = { priority: 3, seconds: 1_700_000_000, settings: undefined } as const;

function message(title: string, ...lines: string[]): Message {
  return { title, lines, fields: FIELDS };
}

function slackBody(title: string, ...lines: string[]) {
  return slack.body({ ...REQUEST, message: message(title, ...lines), secret: undefined }) as { text: string };
}

interface FeishuBody {
  readonly msg_type: string;
  readonly timestamp?: string;
  readonly sign?: string;
  readonly content: {
    readonly post: { readonly zh_cn: { readonly title: string; readonly content: { tag: string; text: string }[][] } };
  };
}

function feishuBody(title: string, lines: string[], secret?: string): FeishuBody {
  return feishu.body({ ...REQUEST, message: message(title, ...lines), secret }) as unknown as FeishuBody;
}

function feishuTexts(title: string, ...lines: string[]): [string, ...string[]] {
  const { zh_cn } = feishuBody(title, lines).content.post;
  return [zh_cn.title, ...zh_cn.content.map((line) => line.map((element) => element.text).join("|"))];
}

describe("slack", () => {
  it("sends title and lines as one text without markup", () => {
    expect(slackBody("Pi finished", "Project: a", "Host: b")).toEqual({
      text: "Pi finished\nProject: a\nHost: b",
      mrkdwn: false,
    });
  });

  it.each([
    ["quotes", 'a "b" \\ c', 'a "b" \\ c'],
    ["Chinese and an emoji", "等待输入 👨‍👩‍👧", "等待输入 👨‍👩‍👧"],
    ["a line break", "a\nb", "a\nb"],
    ["@everyone", "@everyone @channel", "@everyone @channel"],
    ["a channel mention", "<!channel>", "&lt;!channel&gt;"],
    ["a user mention", "<@U123|x>", "&lt;@U123|x&gt;"],
    ["a tag of feishu", '<at user_id="all">', '&lt;at user_id="all"&gt;'],
    ["HTML", "<b>&amp;</b>", "&lt;b&gt;&amp;amp;&lt;/b&gt;"],
    ["a lone surrogate", "a\ud800b", "a\ufffdb"],
  ])("%s in title and line", (_name, text, shown) => {
    expect(slackBody(text, text).text).toBe(`${shown}\n${shown}`);
  });

  it.each([
    ["letters", "a".repeat(5000)],
    ["ampersands", "&".repeat(5000)],
    ["Chinese", "长".repeat(5000)],
    ["emoji families", "👨‍👩‍👧‍👦".repeat(1000)],
  ])("cuts 5 kB of %s at 4,000 characters, nothing in half", (_name, text) => {
    const { text: sent } = slackBody("T", text);
    expect(sent.length).toBeLessThanOrEqual(4000);
    expect(sent.length).toBeGreaterThan(3980);
    expect(sent.endsWith("…")).toBe(true);
    const kept = sent.slice(2, -1).replaceAll("&amp;", "&");
    expect(text.startsWith(kept)).toBe(true);
    expect(kept).not.toMatch(/\p{Surrogate}|\u200d$/u);
    expect(kept.length % (text.startsWith("👨") ? "👨‍👩‍👧‍👦".length : 1)).toBe(0);
  });

  it.each([
    [{ ok: true }, undefined],
    [{ ok: false, error: "channel_not_found" }, "refused by slack"],
    [{}, undefined],
  ])("takes %j for %s", (reply, refusal) => {
    expect(slack.readRefusal(reply)).toBe(refusal);
  });
});

describe("feishu", () => {
  it("sends a rich text with one paragraph a line", () => {
    expect(feishuBody("Pi 等待输入", ["项目：a", "主机：b"])).toEqual({
      msg_type: "post",
      content: {
        post: {
          zh_cn: {
            title: "Pi 等待输入",
            content: [[{ tag: "text", text: "项目：a" }], [{ tag: "text", text: "主机：b" }]],
          },
        },
      },
    });
  });

  it("has a paragraph also when there are no lines", () => {
    expect(feishuTexts("T")).toEqual(["T", ""]);
  });

  it.each([
    ["quotes", 'a "b" \\ c', 'a "b" \\ c'],
    ["an emoji", "👨‍👩‍👧", "👨‍👩‍👧"],
    ["a line break", "a\nb", "a\nb"],
    ["@everyone", "@everyone", "@everyone"],
    ["a mention of slack", "<!channel>", "<!channel>"],
    ["HTML", "<b>&</b> <attr>", "<b>&</b> <attr>"],
    ["a mention of all", '<at user_id="all">x</at>', '＜at user_id="all">x＜/at>'],
    ["an odd mention", "< AT id=all></ at>", "＜ AT id=all>＜/ at>"],
    ["a lone surrogate", "a\ud800b", "a\ufffdb"],
  ])("%s in title and line", (_name, text, shown) => {
    expect(feishuTexts(text, text)).toEqual([shown, shown]);
  });

  it.each([
    ["Chinese", "长"],
    ["quotes", '"'],
    ["emoji", "👨‍👩‍👧‍👦"],
  ])("keeps the request under 20 kB whatever %s it is given", (_name, piece) => {
    const text = piece.repeat(20_000);
    const body = feishuBody(text, [text, text, ...Array<string>(3000).fill("a")], "secret");
    expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThan(20_000);
    const { title, content } = body.content.post.zh_cn;
    expect([title, ...content.map((line) => line[0]?.text)].map((shown) => shown?.slice(-1))).toEqual(["…", "…"]);
  });

  it("keeps many short lines under 20 kB", () => {
    const body = feishuBody("T", Array<string>(3000).fill("a"));
    expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThan(20_000);
    expect(body.content.post.zh_cn.content.length).toBeGreaterThan(100);
  });

  it("signs in its own way", () => {
    const { timestamp, sign } = feishuBody("T", [], "s3cret");
    expect(timestamp).toBe("1700000000");
    expect(sign).toBe(createHmac("sha256", "1700000000\ns3cret").digest("base64"));
    expect(feishuBody("T", [])).not.toHaveProperty("sign");
  });

  it.each([
    [{ code: 0, msg: "success" }, undefined],
    [{ StatusCode: 0, StatusMessage: "success" }, undefined],
    [{ code: 19021, msg: "sign match fail" }, "error 19021"],
    [{ StatusCode: 9499 }, "error 9499"],
    [{}, undefined],
  ])("takes %j for %s", (reply, refusal) => {
    expect(feishu.readRefusal(reply)).toBe(refusal);
  });
});
