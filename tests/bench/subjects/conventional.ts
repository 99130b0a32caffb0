import Fastify from 'fastify'
import { Pool } from 'pg'
import { processorMs, serveTasks, startOptions } from '../subject.ts'
import { newId } from '../workload.ts'

/**
 * One process of an application as most are written: tables that are updated in place, and a review in one transaction
 * with what Garbo guarantees as well: session, idempotency key, one review per author and business, reward, wallet, score,
 * audit and outbox. It shares nothing with other processes but the database.
 */
const { url } = startOptions() as { readonly url: string }
/** As many connections as Garbo opens for requests. */
const pool = new Pool({ connectionString: url, max: 8 })
const app = Fastify({ logger: false })

const statements = {
  session: 'select a.id, a.status from sessions s join accounts a on a.id = s.account_id where s.token = $1',
  target: 'select id, status from accounts where id = $1',
  newKey: 'insert into idempotency_keys (account_id, key) values ($1, $2) on conflict do nothing',
  review: 'insert into reviews (id, author_id, target_id, stars, comment) values ($1, $2, $3, $4, $5)',
  recent: `select count(*)::int as count from reviews
    where author_id = $1 and target_id = $2 and written_at > now() - interval '30 days'`,
  reward: `insert into rewards (code, account_id, review_id, percent, expires_at)
    values ($1, $2, $3, 5, now() + interval '90 days')`,
  entry: `insert into wallet_entries (account_id, amount, cause) values ($1, 1, $2)`,
  wallet: `insert into wallets (account_id, balance) values ($1, 1)
    on conflict (account_id) do update set balance = wallets.balance + 1`,
  score: `insert into scores (target_id, reviews, stars) values ($1, 1, $2)
    on conflict (target_id) do update set reviews = scores.reviews + 1, stars = scores.stars + excluded.stars`,
  audit: `insert into audit (actor_id, action, details) values ($1, 'review submitted', $2)`,
  outbox: `insert into outbox (recipient_id, kind, payload) values ($1, 'review received', $2)`,
  response: 'update idempotency_keys set response = $3 where account_id = $1 and key = $2',
} as const

interface ReviewBody {
  readonly rating: number
  readonly comment: string
  readonly targetId: string
}

app.post<{ Body: ReviewBody }>('/api/reviews', async ({ headers, body }, reply) => {
  const client = await pool.connect()
  const run = (name: keyof typeof statements, values: readonly unknown[]) =>
    client.query<{ id: string; status: string; count: number }>({ name, text: statements[name], values: [...values] })
  try {
    const [author] = (await run('session', [headers.cookie])).rows
    const [target] = (await run('target', [body.targetId])).rows
    if (author?.status !== 'ACTIVE' || target?.status !== 'ACTIVE') return await reply.code(403).send()
    await client.query('begin')
    const { rowCount } = await run('newKey', [author.id, headers['idempotency-key']])
    if (rowCount !== 1) throw new Error('the key is used')
    const [recent] = (await run('recent', [author.id, target.id])).rows
    if (recent?.count !== 0) throw new Error('the business was reviewed recently')
    const review = { id: newId(), ...body }
    await run('review', [review.id, author.id, target.id, body.rating, body.comment])
    await run('reward', [newId(), author.id, review.id])
    await run('entry', [author.id, review.id])
    await run('wallet', [author.id])
    await run('score', [target.id, body.rating])
    await run('audit', [author.id, review])
    await run('outbox', [target.id, review])
    await run('response', [author.id, headers['idempotency-key'], review])
    await client.query('commit')
    return await reply.code(201).send(review)
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
})

const address = await app.listen({ port: 0, host: '127.0.0.1' })

const tasks = {
  /** Creates the tables, clients with a session and businesses to review. */
  registerAccounts: async (count: { readonly clients: number; readonly businesses: number }) => {
    await pool.query(
      `create table accounts (id uuid primary key, status text not null);
       create table sessions (token text primary key, account_id uuid not null references accounts);
       create table reviews (id uuid primary key, author_id uuid not null references accounts, target_id uuid not null references accounts,
         stars int not null, comment text not null, written_at timestamptz not null default now(), unique (author_id, target_id));
       create index on reviews (target_id, written_at);
       create table rewards (code text primary key, account_id uuid not null references accounts, review_id uuid not null references reviews,
         percent int not null, issued_at timestamptz not null default now(), expires_at timestamptz not null);
       create index on rewards (account_id, issued_at);
       create table wallets (account_id uuid primary key references accounts, balance int not null);
       create table wallet_entries (number bigserial primary key, account_id uuid not null references accounts, amount int not null,
         cause uuid not null, at timestamptz not null default now());
       create index on wallet_entries (account_id, at);
       create table scores (target_id uuid primary key references accounts, reviews int not null, stars int not null);
       create table audit (number bigserial primary key, at timestamptz not null default now(), actor_id uuid not null, action text not null, details jsonb not null);
       create table outbox (number bigserial primary key, recipient_id uuid not null, kind text not null, payload jsonb not null);
       create table idempotency_keys (account_id uuid, key text, response jsonb, primary key (account_id, key))`,
    )
    const ids = (size: number) => Array.from({ length: size }, newId)
    const [clients, targets] = [ids(count.clients), ids(count.businesses)]
    await pool.query(`insert into accounts select id, 'ACTIVE' from unnest($1::uuid[]) as id`, [
      [...clients, ...targets],
    ])
    await pool.query(`insert into sessions select id::text, id from unnest($1::uuid[]) as id`, [clients])
    return { address, cookies: clients, targets }
  },
  /** Address of the API and processor time of this process so far, in milliseconds. */
  measure: () => Promise.resolve({ address, processorMs: processorMs() }),
}
export type ConventionalTasks = typeof tasks

serveTasks(tasks, async () => {
  await app.close()
  await pool.end()
})
