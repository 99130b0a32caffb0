import type { Reporter, TestCase } from 'vitest/node'

/** Lists the tests that passed only when repeated, with what failed the first time. */
export class FlakyTests implements Reporter {
  readonly #flaky: TestCase[] = []

  onTestCaseResult(test: TestCase) {
    if (test.diagnostic()?.flaky === true) this.#flaky.push(test)
  }

  onTestRunEnd() {
    for (const test of this.#flaky) {
      const [error] = test.result().errors ?? []
      console.error(`FLAKY ${test.module.relativeModuleId} > ${test.fullName}\n${error?.stack ?? ''}`)
    }
  }
}
