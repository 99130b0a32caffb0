import { usePageHeading } from '../../components/page-layout.tsx'
import { LandingSections } from './landing-sections.tsx'
import { landingTexts } from './landing.texts.ts'

/** @rule R-02 landing page */
export function LandingPage() {
  return <LandingSections heading={usePageHeading(landingTexts.title)} />
}
