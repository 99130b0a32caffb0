import { describe, expect, it } from 'vitest'
import { check, jobsContract, guarantees } from './jobs.contract.ts'
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
  { keepsRemovedSchedules: true },
  { restartsSchedules: true },
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
  { knowsNoStates: true },
  { reportsFailedAsDone: true },
  { reportsFailingAsFailed: true },
  { knowsJobsOfAllQueues: true },
  { neverStartsOver: true },
  { keepsFailuresOnRetry: true },
  { repeatsDoneJobsOnRetry: true },
  { ignoresUnknownJobsOnRetry: true },
  { retriesJobsBeforeTheirTime: true },
  { remembersLostKeys: true },
  { losesSchedules: true },
]
const nameOf = (flaws: Flaws) => Object.keys(flaws).join(' ')

const verdicts = await Promise.all(
  Object.keys(guarantees).flatMap((guarantee) =>
    liars.map(async (flaws) => {
      const caught = await check(guarantee, () => memoryJobsUnderTest(flaws)).then(
        () => false,
        () => true,
      )
      return { guarantee, liar: nameOf(flaws), caught }
    }),
  ),
)
const caught = verdicts.filter((verdict) => verdict.caught)

describe('the jobs contract', () => {
  it.each(Object.keys(guarantees))('%s: has a liar that breaks it', (guarantee) =>
    expect(caught.map((verdict) => verdict.guarantee)).toContain(guarantee),
  )
  it.each(liars.map(nameOf))('detects a job store with the flaw %s', (liar) =>
    expect(caught.map((verdict) => verdict.liar)).toContain(liar),
  )
})
