import { advertisement, isShown } from '../../domain/promotion/advertisement/decider.ts'
import { click, clickId } from '../../domain/promotion/click/decider.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import { authorTypeOf } from '../person.ts'
import { refuse, type Answer, type UseCase } from '../use-case.ts'

/** counts who follows what is shown now, by the session; answers where it leads. */
export const clickAdvertisement: UseCase<{ readonly id: string }, string> =
  ({ look, run, person, at }) =>
  ({ id: linkId }) =>
    pipe(
      look(advertisement, linkId),
      TE.flatMap(({ state }): Answer<string> => {
        if (!isShown(state, at)) return TE.left(refuse({ type: 'AdvertisementUnknown' }))
        const who = { linkId, accountId: person.accountId }
        return pipe(
          run(click, clickId(who), { type: 'CountClick', ...who, userType: authorTypeOf(person), at }),
          TE.map(() => state.clickUrl),
        )
      }),
    )
