import { createHmac } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Intent, StoredAnswer } from '../../application/ports/answers.ts'
import type { ApiDeps } from './deps.ts'
import { writtenRefusal } from './plugins/problems.ts'
import { problems, thrown } from './problem.ts'
import { templateOf } from './visitor.ts'

/** Who repeats what, of a request with an `Idempotency-Key`; null for one without. */
export const intentOf = (request: FastifyRequest): Intent | null => {
  const key = request.headers['idempotency-key']
  const { person } = request.visitor
  if (key === undefined || person === null) return null
  if (typeof key !== 'string' || !/^[\u0020-\u007e]{1,255}$/.test(key)) throw thrown(problems.badKey())
  const { method, params, query, body } = request
  return {
    accountId: person.accountId,
    key,
    request: JSON.stringify([method, templateOf(request), params, query, body ?? null]),
  }
}

/** A UUID that is the same whenever the same account sends the same key to the same route. */
export const idOfIntent = (secret: Uint8Array, request: FastifyRequest, { accountId, key }: Intent): string => {
  const hash = createHmac('sha256', secret)
    .update(JSON.stringify(['intent', accountId, templateOf(request), key]))
    .digest('hex')
  const variant = ((Number.parseInt(hash[16] ?? '0', 16) & 3) | 8).toString(16)
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `${variant}${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join('-')
}

/** Does the work once a key; what went wrong on our side is not kept, so that it can be tried again. */
export const once = async (
  { answers, clock }: Pick<ApiDeps, 'answers' | 'clock'>,
  intent: Intent,
  work: () => Promise<StoredAnswer>,
): Promise<StoredAnswer> => {
  const begun = await answers.begin(intent, clock())
  switch (begun.type) {
    case 'answered':
      return { ...begun.answer, headers: { ...begun.answer.headers, 'idempotency-replayed': 'true' } }
    case 'running':
      return writtenRefusal(problems.stillRunning(1), false)
    case 'otherwise':
      return writtenRefusal(problems.keyReused(), false)
    case 'begun': {
      let answer: StoredAnswer | null = null
      try {
        answer = await work()
        return answer
      } finally {
        if (answer !== null && answer.status < 500) await answers.answer(intent, begun.run, answer)
        else await answers.release(intent, begun.run)
      }
    }
  }
}
