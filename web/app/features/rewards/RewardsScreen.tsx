import { Screen } from '../../components/Screen.tsx'
import { useUser } from '../../shared/session.ts'
import { texts } from '../../texts.ts'
import { IssuedCodes } from './IssuedCodes.tsx'
import { OwnCodes } from './OwnCodes.tsx'
import { Rules } from './Rules.tsx'
import { WhyStanding } from './WhyStanding.tsx'

const { rewards: words } = texts

/** a client sees its own codes, a business those it honours. */
export function RewardsScreen() {
  const isClient = useUser().role === 'CLIENTE'
  return (
    <Screen
      title={words.title}
      intro={isClient ? words.intro : words.introBusiness}
      {...(isClient ? { action: <WhyStanding /> } : {})}
    >
      {isClient ? <OwnCodes /> : <IssuedCodes />}
      <Rules />
    </Screen>
  )
}
