import { pipe, TE } from '../../domain/kernel/fp.ts'
import { rulebook, type RulebookCommand } from '../../domain/rulebook/rulebook/decider.ts'
import type { Answer, Context, UseCase } from '../use-case.ts'
import { bookNamed, bookNames, setsOf, type RuleBook } from './books.ts'

/** Every rule book, with its drafts and what was in force when. */
export const ruleBooks: UseCase<Readonly<Record<string, never>>, readonly RuleBook[]> = (context) => () =>
  TE.sequenceSeqArray(bookNames.map((name) => bookNamed(context, name)))

export interface OfDraft {
  readonly book: string
  readonly draftId: string
}

export interface DraftRuleSetInput extends OfDraft {
  readonly version: number
}

/** Proposes a set of rules of the code; it earns nothing until it is put in force. */
export const draftRuleSet: UseCase<DraftRuleSetInput, RuleBook> = (context) => (input) =>
  pipe(
    setsOf(input.book),
    TE.flatMap((sets) => asked(context, { type: 'DraftRuleSet', ...input, sets, ...inNameOf(context) })),
  )

/** Asks what the draft would have earned on all that has happened; a job finds out. */
export const requestSimulation: UseCase<OfDraft, RuleBook> = (context) => (input) =>
  ofKnown(context, { type: 'RequestSimulation', ...input, ...inNameOf(context) })

/** From now on; nothing earned before is touched. */
export const activateRuleSet: UseCase<OfDraft, RuleBook> = (context) => (input) =>
  ofKnown(context, { type: 'ActivateRuleSet', ...input, ...inNameOf(context) })

const inNameOf = ({ person, at }: Context) => ({ by: person.accountId, at })

const ofKnown = (context: Context, command: RulebookCommand): Answer<RuleBook> =>
  pipe(
    setsOf(command.book),
    TE.flatMap(() => asked(context, command)),
  )

const asked = ({ run }: Context, command: RulebookCommand): Answer<RuleBook> =>
  pipe(
    run(rulebook, command.book, command),
    TE.map(({ state }) => ({ name: command.book, ...state })),
  )
