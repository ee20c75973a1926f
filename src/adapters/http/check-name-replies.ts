/**
 * What one name server said to one question.
 * Addresses (none where the name has none of that family); `broken` when it could not or would not say; `silent` when
 * it gave no answer in time; `pending` as long as it may still answer.
 */
export type NameReply = readonly string[] | "broken" | "silent" | "pending";

export interface NameReplies {
  /** From the name server that the system asks first, one answer an address family. */
  readonly first: readonly NameReply[];
  /** From the other name servers; empty as long as they are not asked. */
  readonly others: readonly NameReply[];
  /** Whether the first name server has had its time to itself. */
  readonly isHeadStartOver: boolean;
}

export type LookupDecision =
  | { readonly kind: "wait" }
  /** The name server is awake, so the system's own look-up will hardly hang on it. */
  | { readonly kind: "ask-system" }
  | { readonly kind: "addresses"; readonly addresses: readonly string[] }
  | { readonly kind: "failed" };

/**
 * What to do with what is known so far.
 *
 * The system's look-up is right wherever it may be asked: only it knows of hosts files, search domains, VPNs that
 * answer for some domains, and the other sources of `nsswitch.conf`. Where the first name server hangs it would hang
 * too, for seconds, so there what any name server said counts as it is.
 */
export function checkNameReplies({ first, others, isHeadStartOver }: NameReplies): LookupDecision {
  if (first.every(isClear)) return { kind: "ask-system" };
  // Quickly refused is quickly refused again.
  if (!isHeadStartOver) return first.every(isSaid) ? { kind: "ask-system" } : { kind: "wait" };
  const all = [...first, ...others];
  const addresses = [...new Set(all.filter(isClear).flat())];
  if (addresses.length > 0) return { kind: "addresses", addresses };
  return { kind: all.includes("pending") ? "wait" : "failed" };
}

export function isClear(answer: NameReply): answer is readonly string[] {
  return typeof answer !== "string";
}

function isSaid(answer: NameReply): boolean {
  return isClear(answer) || answer === "broken";
}
