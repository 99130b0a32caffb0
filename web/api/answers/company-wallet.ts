import type { CompanyWallet, TreasuryOutlook } from '../../../application/ava/company-wallet.ts'
import { il } from '../../../domain/kernel/italian.ts'
import type { CompanyWalletInfo } from '../../contract/company-wallet.ts'
import { dated } from '../refusals/line.ts'

/** E-40 */
export const companyWalletAnswer = ({ wallet, generated }: TreasuryOutlook): CompanyWalletInfo => ({
  configured: wallet !== null,
  walletAddress: wallet?.address ?? null,
  balance: wallet?.holdings?.ava ?? null,
  message: wallet === null ? missing(generated) : stateOf(wallet),
})

const missing = (generated: TreasuryOutlook['generated']): string =>
  generated === null
    ? 'Nessun wallet aziendale è configurato: i saldi AVA restano su Garbo.'
    : `Il wallet ${generated.address} è stato generato ${il(dated(generated.at))} ma non è ancora configurato.`

/** What keeps it from paying, the first thing first. */
const stateOf = ({ holdings, pays }: CompanyWallet): string => {
  if (!pays) return 'Manca il contratto dei pagamenti: i saldi AVA restano su Garbo.'
  if (holdings === null) return 'La rete non risponde: il saldo non è disponibile.'
  if (!holdings.fees) return 'Sul wallet manca la valuta della rete, necessaria per le commissioni.'
  if (holdings.ava === 0) return 'Sul wallet non ci sono AVA: i pagamenti sono in attesa.'
  return 'Il wallet aziendale è pronto a pagare.'
}
