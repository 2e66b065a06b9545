import { join } from "node:path";
import { defineConfig } from "vitest/config";

// import.meta.dirname, since the pathname of a URL has %20 for a blank.
export default defineConfig({
  root: join(import.meta.dirname, ".."),
  cacheDir: ".cache/vite",
  test: {
    include: ["test/**/*.test.ts"],
    testTimeout: 30_000,
    reporters: ["default", join(import.meta.dirname, "support", "closing-line.ts")],
  },
});
