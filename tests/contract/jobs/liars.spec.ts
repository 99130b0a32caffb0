import { describe, expect, it } from 'vitest'
import { check, jobsContract, promises } from './jobs.contract.ts'
import { type Flaws, memoryJobsUnderTest } from './memory-jobs.ts'

jobsContract('memory', memoryJobsUnderTest)

/** Job stores with exactly one flaw. */
const liars: readonly Flaws[] = [
  { runsRepeatedKeys: true },
  { oneKeyForAllQueues: true },
  { forgetsFinishedKeys: true },
  { losesEarlyJobs: true },
  { convertsDataToText: true },
  { changesNames: true },
  { readsKeysAsNumbers: true },
  { addsAtMost: 100 },
  { reversesOrder: true },
  { failsOnEmptyList: true },
  { runsOnEveryProcess: true },
  { ignoresConcurrency: true },
  { runsOneAtATime: true },
  { ignoresRunAt: true },
  { dropsOverdueJobs: true },
  { keepsOldPatterns: true },
  { repeatsScheduledKeys: true },
  { neverRetries: true },
  { retriesImmediately: true },
  { retriesForever: true },
  { countsFromZero: true },
  { blocksOnFailingJobs: true },
  { forgetsGivenUpKeys: true },
  { ignoresThrownText: true },
  { abandonsRunningJobs: true },
  { runsWaitingJobsWhenClosed: true },
  { dropsWaitingJobsWhenClosed: true },
  { acceptsJobsWhenClosed: true },
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
  it.each(Object.keys(promises))('%s: is broken by at least one liar', (promise) =>
    expect(caught.map((verdict) => verdict.promise)).toContain(promise),
  )
  it.each(liars.map(nameOf))('a job store with the flaw %s is detected', (liar) =>
    expect(caught.map((verdict) => verdict.liar)).toContain(liar),
  )
})
