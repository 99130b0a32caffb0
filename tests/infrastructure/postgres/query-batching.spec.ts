import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { batchQueries } from '../../../infrastructure/postgres/postgres.ts'

const tooLarge = '54000'

/** Statements whose results the test controls. */
const controlledStatements = () => {
  const sent: {
    readonly questions: readonly number[]
    readonly answer: () => void
    readonly fail: (code: string) => void
  }[] = []
  const ask = batchQueries<number, string>((questions) => {
    const { promise, resolve, reject } = Promise.withResolvers<readonly string[]>()
    const answer = () => resolve(questions.map((question) => `answer ${question}`))
    const fail = (code: string) => reject(Object.assign(new Error(`failed: ${questions.join()}`), { code }))
    sent.push({ questions, answer, fail })
    return promise
  })
  return { ask, sent, sentQuestions: () => sent.map(({ questions }) => questions) }
}

describe('batched reads', () => {
  it('are sent together when requested in the same tick, and each gets its own result', async () => {
    const { ask, sent, sentQuestions } = controlledStatements()
    const answers = Promise.all([ask(1), ask(2), ask(3)])
    await turn()
    expect(sentQuestions()).toEqual([[1, 2, 3]])
    sent[0]?.answer()
    expect(await answers).toEqual(['answer 1', 'answer 2', 'answer 3'])
  })

  it('are sent in the next statement when requested while others are in flight', async () => {
    const { ask, sent, sentQuestions } = controlledStatements()
    const results: Promise<string>[] = []
    for (const question of [1, 2, 3, 4, 5]) {
      results.push(ask(question))
      await turn()
    }
    expect(sentQuestions()).toEqual([[1], [2], [3]])
    sent[1]?.answer()
    await turn()
    expect(sentQuestions()).toEqual([[1], [2], [3], [4, 5]])
    for (const { answer } of sent) answer()
    expect(await Promise.all(results)).toEqual([1, 2, 3, 4, 5].map((question) => `answer ${question}`))
  })

  it('are retried one by one when a statement fails, so that one failing read affects no other', async () => {
    const { ask, sent, sentQuestions } = controlledStatements()
    const answers = Promise.allSettled([ask(1), ask(2), ask(3)])
    await turn()
    sent[0]?.fail(tooLarge)
    await turn()
    expect(sentQuestions()).toEqual([[1, 2, 3], [1], [2], [3]])
    sent[1]?.answer()
    sent[2]?.fail(tooLarge)
    sent[3]?.answer()
    expect(await answers).toMatchObject([
      { value: 'answer 1' },
      { reason: { message: 'failed: 2' } },
      { value: 'answer 3' },
    ])
  })

  it('fail together immediately when the database is unavailable', async () => {
    const { ask, sent, sentQuestions } = controlledStatements()
    const answers = Promise.allSettled([ask(1), ask(2)])
    await turn()
    sent[0]?.fail('ECONNRESET')
    expect(await answers).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }])
    expect(sentQuestions()).toEqual([[1, 2]])
  })

  it('are limited in number per statement', async () => {
    const { ask, sent, sentQuestions } = controlledStatements()
    const results = Array.from({ length: 250 }, (_, question) => ask(question))
    await turn()
    expect(sentQuestions().map(({ length }) => length)).toEqual([100, 100, 50])
    for (const { answer } of sent) answer()
    expect((await Promise.all(results)).at(-1)).toBe('answer 249')
  })
})
