import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { FlakyTests } from './tests/support/flaky-tests.ts'
import { endpointOutlines } from './web/contract/outlines.ts'

/** Specs in the folders of the unit tests that need Postgres. */
const needPostgres = [
  'tests/application/accounts/emails.spec.ts',
  'tests/projections/every-projection.spec.ts',
  'tests/projections/**/*-plans.spec.ts',
  'tests/projections/reviews/venue-scores.spec.ts',
  'tests/{erasure,personal-data,recordable-values}.spec.ts',
]
const unit = ['tests/{domain,application,projections,golden}/**/*.spec.ts', 'tests/*.spec.ts']
const integration = [
  'tests/{contract,infrastructure,simulation,bench,chaos,crash,contention,abuse,fuzz}/**/*.spec.ts',
  'tests/web/{api,contract}/**/*.spec.ts',
  ...needPostgres,
]
/** One Postgres for the whole run; each spec file creates its own database. */
const globalSetup = 'tests/support/global-setup.ts'
/** CI repeats a failed test that waits for processes or a browser once. Random rounds of faults are never repeated. */
const retry = process.env['CI'] === undefined ? 0 : 1

export default defineConfig({
  define: { ENDPOINT_OUTLINES: JSON.stringify(endpointOutlines) },
  test: {
    testTimeout: 60_000,
    hookTimeout: 180_000,
    reporters: ['default', new FlakyTests()],
    // More than one per core: tests often wait for Postgres, a browser or a timeout. Vitest caps percentages at 100.
    maxWorkers: availableParallelism() + 1,
    // Programs that tests start load their compiled modules from here.
    env: { NODE_COMPILE_CACHE: join(tmpdir(), 'garbo-tests-compile-cache') },
    projects: [
      // Not isolated: modules load once per worker, and specs keep their state in their own database or nowhere.
      { extends: true, test: { name: 'unit', include: unit, exclude: needPostgres, isolate: false } },
      { extends: true, test: { name: 'integration', include: integration, isolate: false, globalSetup, retry } },
      {
        extends: true,
        test: { name: 'journeys', include: ['tests/journeys/**/*.spec.ts'], isolate: false, globalSetup, retry },
      },
      // Isolated: specs of one worker would share a document, an address and a history. Threads start faster than processes.
      { extends: true, test: { name: 'screens', include: ['tests/web/app/**/*.spec.{ts,tsx}'], pool: 'threads' } },
    ],
  },
})
