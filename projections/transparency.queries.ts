import { sql, type CommonQueryMethods } from 'slonik'
import { z } from 'zod'
import { Ground } from '../domain/kernel/statement.ts'
import { countColumn, oneOfThem } from './columns.ts'

const Notices = z.object({
  flags: countColumn,
  disputes: countColumn,
})
const Answers = z.object({
  upheld: countColumn,
  rejected: countColumn,
  closed: countColumn,
  void: countColumn,
  medianMinutes: z.number().nullable(),
})
const Actions = z.object({
  held: countColumn,
  hidden: countColumn,
  removed: countColumn,
  restored: countColumn,
  overturned: countColumn,
  detected: countColumn,
  releasedAgain: countColumn,
})
const Appeals = z.object({ received: countColumn, upheld: countColumn, partly: countColumn, overturned: countColumn })
const Grounds = z.object({ ground: oneOfThem(Ground), count: countColumn })

/** The figures of one year, counted over that year's rows alone; the same for any year, whenever asked. */
export const figuresOf = async (db: CommonQueryMethods, year: number) => {
  const [notices, answers, actions, grounds, appeals] = await Promise.all([
    db.one(sql.type(Notices)`
      select count(*) filter (where kind = 'FLAG') as flags, count(*) filter (where kind = 'DISPUTE') as disputes
      from read.notices where received_year = ${year}`),
    db.one(sql.type(Answers)`
      select count(*) filter (where outcome = 'UPHELD') as upheld, count(*) filter (where outcome = 'REJECTED') as rejected,
        count(*) filter (where outcome = 'CLOSED') as closed, count(*) filter (where outcome = 'VOID') as void,
        percentile_disc(0.5) within group (order by minutes) filter (where outcome <> 'VOID') as "medianMinutes"
      from read.notices where decided_year = ${year}`),
    db.one(sql.type(Actions)`
      select count(*) filter (where kind = 'HELD') as held, count(*) filter (where kind = 'HIDDEN') as hidden,
        count(*) filter (where kind = 'REMOVED') as removed, count(*) filter (where kind = 'RESTORED') as restored,
        count(*) filter (where reverses) as overturned,
        count(*) filter (where automation = 'detection' and kind in ('HIDDEN', 'REMOVED')) as detected,
        count(*) filter (where kind = 'RESTORED' and automation = 'detection') as "releasedAgain"
      from read.decisions where year = ${year}`),
    db.any(sql.type(Grounds)`
      select ground, count(*) as count from read.decisions
      where year = ${year} and kind in ('HELD', 'HIDDEN', 'REMOVED') group by ground order by count(*) desc, ground`),
    // several who turn against one decision are heard together, and are one appeal
    db.one(sql.type(Appeals)`
      select (select count(distinct decision_id) from read.appeals where lodged_year = ${year}) as received,
        count(distinct decision_id) filter (where status = 'UPHELD') as upheld,
        count(distinct decision_id) filter (where status = 'PARTLY') as partly,
        count(distinct decision_id) filter (where status = 'OVERTURNED') as overturned
      from read.appeals where closed_year = ${year}`),
  ])
  return { notices, answers, actions, grounds, appeals }
}
