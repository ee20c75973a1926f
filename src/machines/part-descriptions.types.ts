import type { AnyStateMachine } from "xstate";

type Provided<Machine extends AnyStateMachine> = NonNullable<Parameters<Machine["provide"]>[0]>;
type Named<Machine extends AnyStateMachine, Kind extends "guards" | "actions" | "delays"> = Readonly<
  Record<keyof NonNullable<Provided<Machine>[Kind]> & string, string>
>;

/** One sentence for each guard, action and delay of a machine; a table that leaves one out does not compile. */
export interface PartDescriptions<Machine extends AnyStateMachine> {
  readonly guards: Named<Machine, "guards">;
  readonly actions: Named<Machine, "actions">;
  readonly delays: Named<Machine, "delays">;
}
