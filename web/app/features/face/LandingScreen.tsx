import { texts } from '../../texts.ts'
import { useMainHeading } from '../../components/main-heading.ts'
import { Landing } from './Landing.tsx'

/** What Garbo is, alone. */
export function LandingScreen() {
  return <Landing heading={useMainHeading(texts.landing.title)} />
}
