import { ArrowRight, ConciergeBell, type LucideIcon, Luggage } from 'lucide-react'
import { Link } from 'react-router-dom'
import { MailLink, TextLink } from '../../components/links.tsx'
import { usePageHeading } from '../../components/page-layout.tsx'
import { settings } from '../../settings.ts'
import { LandingSections } from './LandingPage.tsx'
import { Eyebrow } from './Sections.tsx'
import { homeTexts } from './landing.texts.ts'

/** @rule R-07 T-011 T-012 choice of role; the login asks businesses again */
function WelcomeSection() {
  const heading = usePageHeading(homeTexts.title)
  return (
    <section aria-labelledby="welcome" className="px-4 py-12 sm:py-16 lg:py-24">
      <div className="mx-auto grid max-w-6xl items-center gap-10 lg:grid-cols-[6fr_5fr] lg:gap-16">
        <div>
          <Eyebrow>{homeTexts.eyebrow}</Eyebrow>
          <h1
            id="welcome"
            ref={heading}
            tabIndex={-1}
            className="mt-4 text-[2.6rem] font-medium sm:text-6xl lg:text-[4.25rem]"
          >
            {homeTexts.title}
          </h1>
          <p className="mt-5 max-w-prose text-lg text-muted">{homeTexts.lead}</p>
        </div>
        <div className="grid gap-4">
          <h2 className="font-medium">{homeTexts.choose}</h2>
          <RoleLink to="/client-auth" icon={Luggage} title={homeTexts.client} text={homeTexts.clientText} />
          <RoleLink to="/login" icon={ConciergeBell} title={homeTexts.business} text={homeTexts.businessText} />
          <p className="mt-1 flex flex-wrap gap-x-6 gap-y-2 text-sm">
            <TextLink to="/privacy-policy">{homeTexts.privacy}</TextLink>
            <MailLink to={settings.supportEmail}>{homeTexts.contact}</MailLink>
          </p>
        </div>
      </div>
    </section>
  )
}

interface RoleLinkProps {
  readonly to: string
  readonly icon: LucideIcon
  readonly title: string
  readonly text: string
}

function RoleLink({ to, icon: Icon, title, text }: RoleLinkProps) {
  return (
    <Link
      to={to}
      className="group flex items-center gap-4 rounded-card border border-line bg-surface p-5 shadow-card transition hover:-translate-y-0.5 hover:border-brand hover:shadow-float sm:gap-5 sm:p-6"
    >
      <span
        aria-hidden="true"
        className="grid h-17 w-14 shrink-0 place-items-center rounded-t-full rounded-b-md bg-brand-soft pt-1.5 text-brand-strong transition-colors group-hover:bg-brand group-hover:text-on-brand"
      >
        <Icon className="size-6" strokeWidth={1.6} />
      </span>
      <span className="min-w-0 grow">
        <span className="block font-display text-xl leading-tight sm:text-2xl">{title}</span>
        <span className="mt-1 block text-sm text-muted">{text}</span>
      </span>
      <ArrowRight
        aria-hidden="true"
        className="size-5 shrink-0 text-brand transition-transform group-hover:translate-x-1"
      />
    </Link>
  )
}

/** @rule R-01 Q-29 home page: choice of role, then the landing sections */
export function HomePage() {
  return (
    <>
      <WelcomeSection />
      <LandingSections />
    </>
  )
}
