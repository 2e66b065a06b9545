import { defineConfig } from "vitest/config";

export default defineConfig({
  root: new URL("..", import.meta.url).pathname,
  cacheDir: ".cache/vite",
  test: {
    include: ["test/**/*.test.ts"],
    testTimeout: 30_000,
    reporters: ["default", new URL("support/closing-line.ts", import.meta.url).pathname],
  },
});
