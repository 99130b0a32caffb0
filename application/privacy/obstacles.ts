import type { Obstacle } from '../../domain/access/account/deletion.ts'
import { account } from '../../domain/access/account/decider.ts'
import { wallet } from '../../domain/ava/wallet/decider.ts'
import { conduct } from '../../domain/conduct/conduct/decider.ts'
import { inForce } from '../../domain/conduct/conduct/state.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import { load } from '../handle.ts'
import type { Answer, Toolbox } from '../use-case.ts'

/** What stands in the way of deleting an account, the weightiest first; nothing for most. */
export const obstaclesOf = (
  toolbox: Pick<Toolbox, 'history' | 'lookups' | 'clock'>,
  accountId: string,
): Answer<readonly Obstacle[]> => {
  const { privacy } = toolbox.lookups
  return pipe(
    TE.Do,
    TE.apS('known', load(toolbox)(account, accountId)),
    TE.apS('purse', load(toolbox)(wallet, accountId)),
    TE.apS('behaved', load(toolbox)(conduct, accountId)),
    TE.apSW('disputed', privacy.hasOpenDispute(accountId)),
    TE.apSW('anotherAdmin', privacy.hasOtherAdmin(accountId)),
    TE.map(({ known, purse, behaved, disputed, anotherAdmin }) => {
      const sanction = inForce(behaved.state, toolbox.clock())
      const appealed = sanction?.appeal === 'PENDING' || sanction?.appeal === 'UNDER_REVIEW'
      const isAdmin = known.state.kind !== null && known.state.roles.includes('ADMIN')
      const standing: readonly (readonly [Obstacle, boolean])[] = [
        ['open-dispute', disputed],
        ['pending-payout', purse.state.payouts.some(({ status }) => status === 'open')],
        ['open-appeal', sanction?.severity === 'PERMANENT' && appealed],
        ['last-admin', isAdmin && !anotherAdmin],
      ]
      return standing.flatMap(([obstacle, stands]) => (stands ? [obstacle] : []))
    }),
  )
}
