import { z } from 'zod'
import { call } from '../call.ts'
import { id, instant } from '../fields.ts'

/** What rated stays earn the guest, in whole AVA (B-31). */
export const stayRules = z
  .object({
    fiveStars: z.int(),
    firstStay: z.int(),
    venues: z.object({ count: z.int(), ava: z.int() }),
    /** For each stay at a venue known already, up to `most` for ever. */
    returns: z.object({ ava: z.int(), most: z.int() }),
  })
  .meta({ id: 'StayRules' })
export type StayRules = z.infer<typeof stayRules>

/** A set of AVA rules; `stays` is null where stays earn nothing. */
export const avaRuleSet = z
  .object({ version: z.int(), inForce: z.boolean(), stays: stayRules.nullable() })
  .meta({ id: 'AvaRuleSet' })
export type AvaRuleSet = z.infer<typeof avaRuleSet>

/** In AVA. */
export const simulationFigures = z
  .object({
    accounts: z.int(),
    total: z.int(),
    lastMonth: z.int(),
    most: z.int(),
    credited: z.int(),
    parts: z.array(z.object({ reason: z.string(), amount: z.int() })),
  })
  .meta({ id: 'SimulationFigures' })
export type SimulationFigures = z.infer<typeof simulationFigures>

export const ruleDraft = z
  .object({
    id,
    version: z.int(),
    status: z.enum(['drafted', 'simulating', 'simulated', 'activated']),
    figures: simulationFigures.nullable(),
    /** Since when it is as it is. */
    at: instant,
  })
  .meta({ id: 'RuleDraft' })
export type RuleDraft = z.infer<typeof ruleDraft>

export const ruleBookView = z
  .object({
    name: z.string(),
    /** Null before anybody chose: the first set is in force from the beginning. */
    since: instant.nullable(),
    sets: z.array(avaRuleSet),
    /** The newest first. */
    drafts: z.array(ruleDraft),
  })
  .meta({ id: 'RuleBook' })
export type RuleBookView = z.infer<typeof ruleBookView>

const ruleBookParams = z.object({ name: id })
const draftParams = z.object({ name: id, id })

export const ruleSetCalls = {
  avaRuleSets: call({
    method: 'GET',
    path: '/api/ava/rules',
    summary: 'The sets of AVA rules, and which is in force',
    access: 'anyone',
    response: z.array(avaRuleSet),
  }),
  ruleBooks: call({
    method: 'GET',
    path: '/api/admin/rulebooks',
    summary: 'The rule books, with their drafts',
    access: 'admin',
    response: z.array(ruleBookView),
  }),
  draftRuleSet: call({
    method: 'POST',
    path: '/api/admin/rulebooks/:name/drafts',
    summary: 'Proposes a set of rules; it earns nothing yet',
    access: 'admin',
    params: ruleBookParams,
    body: z.strictObject({ version: z.int({ error: 'Indica la versione delle regole.' }).min(1).max(1_000) }),
    response: ruleBookView,
    status: 201,
    rateLimit: 'write',
    idempotent: true,
  }),
  simulateRuleSet: call({
    method: 'POST',
    path: '/api/admin/rulebooks/:name/drafts/:id/simulate',
    summary: 'Asks what a draft would have earned on all that has happened; a job finds out',
    access: 'admin',
    params: draftParams,
    response: ruleBookView,
    rateLimit: 'write',
  }),
  activateRuleSet: call({
    method: 'POST',
    path: '/api/admin/rulebooks/:name/drafts/:id/activate',
    summary: 'Puts a simulated draft in force from now on',
    access: 'admin',
    params: draftParams,
    response: ruleBookView,
    rateLimit: 'write',
  }),
}
