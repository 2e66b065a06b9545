import fc from "fast-check";
import { expect, test } from "vitest";
import { Line, type Place } from "../../src/llm/line";

test("a line calls in the order of joining, and never who has left", () => {
  const act = fc.oneof(fc.constant("join" as const), fc.constant("call" as const), fc.nat(50));
  fc.assert(
    fc.property(fc.array(act, { maxLength: 200 }), (acts) => {
      const line = new Line<number>();
      const places: Place<number>[] = [];
      let model: number[] = [];
      for (const each of acts) {
        if (each === "join") {
          model.push(places.length);
          places.push(line.join(places.length));
        } else if (each === "call") {
          expect(line.call()).toBe(model.shift());
        } else if (places.length > 0) {
          const leaver = each % places.length;
          expect(line.leave(places[leaver]!)).toBe(model.includes(leaver));
          model = model.filter((item) => item !== leaver);
        }
        expect(line.size).toBe(model.length);
      }
    }),
  );
});
