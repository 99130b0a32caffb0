import { defineConfig } from 'vitest/config'

const screens = 'tests/web/app/**/*.spec.{ts,tsx}'

export default defineConfig({
  test: {
    globalSetup: 'tests/support/global-setup.ts',
    testTimeout: 60_000,
    hookTimeout: 180_000,
    // what most tests wait for is Postgres or a browser, not this process
    maxWorkers: '100%',
    projects: [
      // most of their time would go into loading the same modules again; what they keep they keep in their database
      { extends: true, test: { name: 'garbo', include: ['tests/**/*.spec.ts'], exclude: [screens], isolate: false } },
      // a document, an address and a history are shared by all that runs in one
      { extends: true, test: { name: 'screens', include: [screens] } },
    ],
  },
})
