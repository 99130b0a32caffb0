import { companyWallet, generateWallet } from '../../../application/ava/company-wallet.ts'
import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { calls } from '../../contract/calls.ts'
import { companyWalletAnswer } from '../answers/company-wallet.ts'
import type { Hall } from '../hall.ts'
import { reading, route } from '../route.ts'

export const companyWalletRoutes = ({ doors }: Hall) => [
  reading(calls.companyWallet, ({ person, asker }) =>
    pipe(companyWallet(doors)({ person }, asker.correlationId), TE.map(companyWalletAnswer)),
  ),
  route(calls.generateWallet, ({ body, person, asker, source }) =>
    pipe(
      generateWallet(doors)({ person, source, ...body }, asker.correlationId),
      TE.map((wallet) => ({ answer: { wallet } })),
    ),
  ),
]
