import { z } from 'zod'
import { draftActions, draftStatuses } from '../../../domain/ava/vocabulary.ts'
import { endpoint } from '../endpoint.ts'
import { id, instant } from '../fields.ts'

/** What rated stays earn the guest, in whole AVA. @rule B-31 */
export const stayRules = z
  .object({
    fiveStars: z.int(),
    firstStay: z.int(),
    venues: z.object({ count: z.int(), ava: z.int() }),
    /** For each further stay at the same venue, up to `most` in total. */
    returns: z.object({ ava: z.int(), most: z.int() }),
  })
  .meta({ id: 'StayRules' })
export type StayRules = z.infer<typeof stayRules>

/** An AVA rule set; `stays` is null if stays earn nothing. `upcoming`: the next one in which stays earn AVA. */
export const avaRuleSet = z
  .object({ version: z.int(), inForce: z.boolean(), upcoming: z.boolean(), stays: stayRules.nullable() })
  .meta({ id: 'AvaRuleSet' })
export type AvaRuleSet = z.infer<typeof avaRuleSet>

/** Result of a simulation, in AVA. */
export const simulationTotals = z
  .object({
    accounts: z.int(),
    total: z.int(),
    lastMonth: z.int(),
    most: z.int(),
    credited: z.int(),
    parts: z.array(z.object({ reason: z.string(), amount: z.int() })),
  })
  .meta({ id: 'SimulationTotals' })
export type SimulationTotals = z.infer<typeof simulationTotals>

export const ruleDraft = z
  .object({
    id,
    version: z.int(),
    status: z.enum(draftStatuses),
    /** Whether a simulation is in progress and has not timed out. */
    running: z.boolean(),
    /** What an administrator may do with the draft. */
    actions: z.array(z.enum(draftActions)),
    figures: simulationTotals.nullable(),
    /** When the draft reached this status. */
    at: instant,
  })
  .meta({ id: 'RuleDraft' })
export type RuleDraft = z.infer<typeof ruleDraft>

export const ruleBookView = z
  .object({
    name: z.string(),
    /** Activation of the rule set in force; null if it has been in force from the beginning. */
    since: instant.nullable(),
    /** `draftable`: whether a draft of this rule set can be created. */
    sets: z.array(avaRuleSet.extend({ draftable: z.boolean() })),
    /** Newest first. */
    drafts: z.array(ruleDraft),
  })
  .meta({ id: 'RuleBook' })
export type RuleBookView = z.infer<typeof ruleBookView>

const ruleBookParams = z.object({ name: id })
const draftParams = z.object({ name: id, id })

export const ruleSetEndpoints = {
  avaRuleSets: endpoint({
    method: 'GET',
    path: '/api/ava/rules',
    summary: 'Lists the AVA rule sets, including which one is in force',
    access: 'anyone',
    allowedWhileSuspended: true,
    response: z.array(avaRuleSet),
  }),
  ruleBooks: endpoint({
    method: 'GET',
    path: '/api/admin/rulebooks',
    summary: 'Lists the rule books with their drafts',
    access: 'admin',
    response: z.array(ruleBookView),
  }),
  draftRuleSet: endpoint({
    method: 'POST',
    path: '/api/admin/rulebooks/:name/drafts',
    summary: 'Creates a draft of a rule set, which earns nothing yet',
    access: 'admin',
    params: ruleBookParams,
    body: z.strictObject({ version: z.int({ error: 'Indica la versione delle regole.' }).min(1).max(1_000) }),
    response: ruleBookView,
    status: 201,
    rateLimit: 'write',
    idempotent: true,
  }),
  requestSimulation: endpoint({
    method: 'POST',
    path: '/api/admin/rulebooks/:name/drafts/:id/simulate',
    summary: 'Requests a simulation of a draft on the whole history, run by a job',
    access: 'admin',
    params: draftParams,
    response: ruleBookView,
    rateLimit: 'write',
  }),
  activateRuleSet: endpoint({
    method: 'POST',
    path: '/api/admin/rulebooks/:name/drafts/:id/activate',
    summary: 'Puts a simulated draft in force from now on',
    access: 'admin',
    params: draftParams,
    response: ruleBookView,
    rateLimit: 'write',
  }),
}
