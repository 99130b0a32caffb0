import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['tests/**/*.spec.{ts,tsx}'],
    globalSetup: 'tests/support/cluster.ts',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // what most tests wait for is Postgres or a browser, not this process
    maxWorkers: '100%',
  },
})
