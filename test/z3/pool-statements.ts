/** Statements that Z3 itself has to settle, some of each outcome. */
export const smallStatements = Array.from({ length: 40 }, (_, i) =>
  [
    `theorem t (n : ℕ) (h : n % ${(i % 5) + 5} = 3) : (n * 2) % ${(i % 5) + 5} = ${6 % ((i % 5) + 5)}`,
    `theorem t (x y : ℝ) (h : x ≥ ${(i % 9) + 1}) (k : y ≥ 3) : x * y ≥ ${((i % 9) + 1) * 3}`,
    `theorem t (x : ℝ) (h : 0 < x) (k : x < ${(i % 30) + 1}) : x ^ 2 < ${((i % 30) + 1) ** 2 - (i % 3)}`,
    `theorem t (a b : ℤ) (h : a < b + ${i % 20}) (k : b < 4) : a < ${(i % 20) + 3}`,
    `theorem t (x : ℝ) (h : Foo x) : x = ${i}`,
  ][(i * 3) % 5]!,
);
