import { describe, expect, it } from 'vitest'
import { check, jobsContract, promises } from './jobs.contract.ts'
import { type Flaws, memoryJobsUnderTest } from './memory-jobs.ts'

jobsContract('memory', memoryJobsUnderTest)

/** Job stores that break exactly one promise. */
const liars: readonly Flaws[] = [
  { runsAgain: true },
  { oneKeyForAllQueues: true },
  { forgetsWhatFinished: true },
  { losesEarlyJobs: true },
  { keepsOnlyText: true },
  { misnames: true },
  { readsKeysAsNumbers: true },
  { takesAtMost: 100 },
  { lastComesFirst: true },
  { failsOnNothing: true },
  { everybodyRunsAll: true },
  { ignoresConcurrency: true },
  { oneAtATime: true },
  { ignoresTime: true },
  { dropsTheOverdue: true },
  { keepsOldPatterns: true },
  { sameKeyEveryTime: true },
  { neverRetries: true },
  { retriesAtOnce: true },
  { retriesForEver: true },
  { countsFromZero: true },
  { waitsForTheFailing: true },
  { beginsAnew: true },
  { diesOfText: true },
  { abandons: true },
  { drainsWhenClosed: true },
  { forgetsWhenClosed: true },
  { worksOnWhenClosed: true },
]
const nameOf = (flaws: Flaws) => Object.keys(flaws).join(' ')

const verdicts = await Promise.all(
  Object.keys(promises).flatMap((promise) =>
    liars.map(async (flaws) => {
      const caught = await check(promise, () => memoryJobsUnderTest(flaws)).then(
        () => false,
        () => true,
      )
      return { promise, liar: nameOf(flaws), caught }
    }),
  ),
)
const caught = verdicts.filter((verdict) => verdict.caught)

describe('the jobs contract detects faults', () => {
  it.each(Object.keys(promises))('%s: detects at least one liar', (promise) =>
    expect(caught.map((one) => one.promise)).toContain(promise),
  )
  it.each(liars.map(nameOf))('a job store that %s is detected', (liar) =>
    expect(caught.map((one) => one.liar)).toContain(liar),
  )
})
