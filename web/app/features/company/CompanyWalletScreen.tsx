import { useState } from 'react'
import type { GeneratedWallet } from '../../../contract/company-wallet.ts'
import { Forbidden } from '../../components/Forbidden.tsx'
import { Screen } from '../../components/Screen.tsx'
import { useUser } from '../../shared/session.ts'
import { isAdmin } from '../../shared/staff.ts'
import { texts } from '../../texts.ts'
import { Credentials } from './Credentials.tsx'
import { WalletInfo } from './WalletInfo.tsx'

const { companyWallet: words } = texts

/** */
export function CompanyWalletScreen() {
  return isAdmin(useUser()) ? <Desk /> : <Forbidden title={words.title} text={words.forbidden} />
}

/** Keys are held here and nowhere else: whoever leaves or reloads has lost them (S-28). */
function Desk() {
  const [shown, show] = useState<GeneratedWallet | null>(null)
  const [left, leave] = useState(false)
  const dismiss = () => {
    show(null)
    leave(true)
  }
  return (
    <Screen title={words.title} intro={words.intro}>
      {shown === null ? (
        <WalletInfo cameBack={left} onGenerated={show} />
      ) : (
        <Credentials wallet={shown} onSaved={dismiss} />
      )}
    </Screen>
  )
}
