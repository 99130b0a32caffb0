import Fastify from 'fastify'
import { Pool } from 'pg'
import { processorMs, serveTasks, startOptions } from '../subject.ts'
import { newId } from '../workload.ts'

/** The least that stores a review durably: session, validation and one insert. */
const { url } = startOptions() as { readonly url: string }
const pool = new Pool({ connectionString: url, max: 8 })
const app = Fastify({ logger: false })

const insert = {
  name: 'insert',
  text: `insert into reviews (id, author_id, target_id, stars, comment)
    select $1, account_id, $3, $4, $5 from sessions where token = $2`,
}
const body = {
  type: 'object',
  required: ['rating', 'targetId'],
  properties: {
    rating: { type: 'integer', minimum: 1, maximum: 5 },
    comment: { type: 'string', maxLength: 2_000 },
    targetId: { type: 'string', format: 'uuid' },
  },
} as const

interface ReviewBody {
  readonly rating: number
  readonly comment: string
  readonly targetId: string
}

app.post<{ Body: ReviewBody }>('/api/reviews', { schema: { body } }, async ({ headers, body: sent }, reply) => {
  const review = { id: newId(), ...sent }
  const { rowCount } = await pool.query({
    ...insert,
    values: [review.id, headers.cookie, review.targetId, review.rating, review.comment],
  })
  return rowCount === 1 ? reply.code(201).send(review) : reply.code(401).send()
})

const address = await app.listen({ port: 0, host: '127.0.0.1' })

const tasks = {
  /** Creates the tables and clients with a session. */
  registerAccounts: async (count: { readonly clients: number; readonly businesses: number }) => {
    await pool.query(
      `create table sessions (token text primary key, account_id uuid not null);
       create table reviews (id uuid primary key, author_id uuid not null, target_id uuid not null, stars int not null,
         comment text not null, written_at timestamptz not null default now());
       create index on reviews (target_id, written_at)`,
    )
    const ids = (size: number) => Array.from({ length: size }, newId)
    const [clients, targets] = [ids(count.clients), ids(count.businesses)]
    await pool.query(`insert into sessions select id::text, id from unnest($1::uuid[]) as id`, [clients])
    return { address, cookies: clients, targets }
  },
  /** Address of the API and processor time of this process so far, in milliseconds. */
  measure: () => Promise.resolve({ address, processorMs: processorMs() }),
}
export type MinimalTasks = typeof tasks

serveTasks(tasks, async () => {
  await app.close()
  await pool.end()
})
