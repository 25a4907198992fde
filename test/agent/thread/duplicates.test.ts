import { describe, expect, test } from "vitest";
import { breakTie, type Rival } from "../../../src/agent/thread/duplicates.ts";

describe("a run whose command others have taken", () => {
  const older = (says: Rival["says"]) => [{ id: 40, says }];
  const younger = (says: Rival["says"]) => [{ id: 60, says }];
  const creating = { by: "creating", id: 50 } as const;
  const editing = { by: "editing", id: 50 } as const;
  test.each<[string, Rival[], Parameters<typeof breakTie>[1], ReturnType<typeof breakTie>]>([
    ["alone, with a new reply", [], creating, "proceed"],
    ["with a new reply, when an older one began", older("began"), creating, "yield"],
    ["with a new reply, when a younger one began", younger("began"), creating, "proceed"],
    ["with a new reply, when somebody sent", younger("sent"), creating, "yield"],
    ["with a new reply, when somebody's was accepted", younger("accepted"), creating, "yield"],
    ["alone, with an edited reply", [], editing, "proceed"],
    ["with an edited reply, when an older one began", older("began"), editing, "look again"],
    ["with an edited reply, when a younger one began", younger("began"), editing, "look again"],
    ["with an edited reply, when an older one says sent", older("sent"), editing, "yield"],
    ["with an edited reply, when a younger one says sent", younger("sent"), editing, "look again"],
    ["with an edited reply, when somebody's was accepted", younger("accepted"), editing, "yield"],
  ])("%s", (_, others, announced, expected) => {
    expect(breakTie(others, announced)).toBe(expected);
  });

  test("never leaves both or neither of two that created their replies", () => {
    const [a, b] = [50, 51];
    const sides = [
      breakTie([{ id: b, says: "began" }], { by: "creating", id: a }),
      breakTie([{ id: a, says: "began" }], { by: "creating", id: b }),
    ];
    expect(sides).toEqual(["proceed", "yield"]);
  });
});
