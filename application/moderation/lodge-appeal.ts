import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { Position } from '../../domain/kernel/recorded.ts'
import { appeal } from '../../domain/moderation/appeal/decider.ts'
import { refuse, unlessDone, type UseCase } from '../use-case.ts'
import { matterOf } from './appealable.ts'

export interface LodgeAppeal {
  /** As the appellant was told it: of several reporters, each their own flag's. */
  readonly decisionId: string
  readonly text: string
}

/** Whoever is told of a decision may turn against it, once. */
export const lodgeAppeal: UseCase<LodgeAppeal, { readonly decisionId: string; readonly position: Position | null }> =
  (context) =>
  ({ decisionId: toldId, text }) =>
    pipe(
      matterOf(context, toldId),
      TE.flatMap(({ decision }) => {
        const { decisionId } = decision
        const { person, at } = context
        const command = { type: 'LodgeAppeal', appellantId: person.accountId, toldId, decision, text, at } as const
        return pipe(
          context.run(appeal, decisionId, command, { privacy: 'open' }),
          TE.flatMap(unlessDone(context, appeal, decisionId, refuse({ type: 'AlreadyAppealed' }))),
          TE.map(({ position }) => ({ decisionId, position })),
        )
      }),
    )
