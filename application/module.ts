import type { EmailTemplates } from './email.ts'
import type { AnyPolicy } from './policy.ts'
import type { PolicyContext } from './policy-context.ts'
import type { Command } from './use-case.ts'

/** What one context offers. Listing something here is the only registration it needs. */
export interface Module {
  /** What people ask for: each command with its access rule, named like the API call that sends it. */
  readonly commands: Readonly<Record<string, Command<never, unknown>>>
  /** What follows by itself, in the order in which the policies react to the same event. */
  readonly policies: readonly ((context: PolicyContext) => AnyPolicy)[]
  readonly emails: EmailTemplates
}

export const defineModule = <const M extends Module>(module: M): M => module
