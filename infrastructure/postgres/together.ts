import { isRefusal } from './refusals.ts'

/** Questions in one statement. */
const most = 100
/** Statements on their way at a time: some are worked on while others travel. */
const abreast = 3

interface Asked<Q, A> {
  readonly question: Q
  readonly resolve: (answer: A) => void
  readonly reject: (error: unknown) => void
}

/**
 * Asks many questions in one statement, and waits for no timer to do so: what is asked at one turn goes down together, and
 * what is asked while statements are on their way is the next. Every question is put after it was asked, so an answer is
 * never older than its question. Where a statement is refused, each of its questions is put alone.
 */
export const together = <Q, A>(
  ask: (questions: readonly Q[]) => Promise<readonly A[]>,
): ((question: Q) => Promise<A>) => {
  const waiting: Asked<Q, A>[] = []
  let underway = 0
  let beginning = false

  const answer = async (batch: readonly Asked<Q, A>[]): Promise<void> => {
    try {
      const answers = await ask(batch.map(({ question }) => question))
      for (const [n, { resolve, reject }] of batch.entries()) {
        const found = answers[n]
        if (found === undefined) reject(new Error('a question was left unanswered'))
        else resolve(found)
      }
    } catch (error) {
      if (batch.length > 1 && isRefusal(error)) await Promise.all(batch.map((one) => answer([one])))
      else for (const { reject } of batch) reject(error)
    }
  }

  const send = () => {
    beginning = false
    for (; underway < abreast && waiting.length > 0; underway++)
      void answer(waiting.splice(0, most)).finally(() => {
        underway--
        send()
      })
  }

  return (question) =>
    new Promise((resolve, reject) => {
      waiting.push({ question, resolve, reject })
      if (beginning || underway >= abreast) return
      beginning = true
      setImmediate(send)
    })
}
