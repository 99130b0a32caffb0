import { useSearchParams } from 'react-router-dom'
import { Screen } from '../../components/Screen.tsx'
import { Tabs } from '../../components/Tabs.tsx'
import { texts } from '../../texts.ts'
import { Analytics } from './Analytics.tsx'
import { Commissions } from './Commissions.tsx'
import { Programmes } from './Programmes.tsx'
import { Referrals } from './Referrals.tsx'

const { affiliate: words } = texts

/** */
export function AffiliateScreen() {
  const [asked, setAsked] = useSearchParams()
  const show = (tab: string) => setAsked({ tab }, { replace: true })
  const tabs = [
    { value: 'programs', label: words.tabs.programs, content: <Programmes /> },
    { value: 'referrals', label: words.tabs.referrals, content: <Referrals onCreate={() => show('programs')} /> },
    { value: 'commissions', label: words.tabs.commissions, content: <Commissions /> },
    { value: 'analytics', label: words.tabs.analytics, content: <Analytics /> },
  ]
  const chosen = tabs.find(({ value }) => value === asked.get('tab'))?.value ?? 'programs'
  return (
    <Screen title={words.title} intro={words.intro}>
      <Tabs label={words.tabsLabel} tabs={tabs} value={chosen} onChange={show} />
    </Screen>
  )
}
