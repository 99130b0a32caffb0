import { ArrowRight, ConciergeBell, Luggage, type LucideIcon } from 'lucide-react'
import { Link } from 'react-router-dom'
import { useMainHeading } from '../../components/main-heading.ts'
import { MailLink } from '../../components/MailLink.tsx'
import { TextLink } from '../../components/TextLink.tsx'
import { settings } from '../../settings.ts'
import { texts } from '../../texts.ts'
import { Eyebrow } from './Eyebrow.tsx'

const { home } = texts

/** Which side you are on (R-07, T-011, T-012); the login asks a business once more. */
export function Welcome() {
  const heading = useMainHeading(home.title)
  return (
    <section aria-labelledby="welcome" className="px-4 py-12 sm:py-16 lg:py-24">
      <div className="mx-auto grid max-w-6xl items-center gap-10 lg:grid-cols-[6fr_5fr] lg:gap-16">
        <div>
          <Eyebrow>{home.eyebrow}</Eyebrow>
          <h1
            id="welcome"
            ref={heading}
            tabIndex={-1}
            className="mt-4 text-[2.6rem] font-medium sm:text-6xl lg:text-[4.25rem]"
          >
            {home.title}
          </h1>
          <p className="mt-5 max-w-prose text-lg text-muted">{home.lead}</p>
        </div>
        <div className="grid gap-4">
          <h2 className="font-medium">{home.choose}</h2>
          <Side to="/client-auth" icon={Luggage} title={home.client} text={home.clientText} />
          <Side to="/login" icon={ConciergeBell} title={home.business} text={home.businessText} />
          <p className="mt-1 flex flex-wrap gap-x-6 gap-y-2 text-sm">
            <TextLink to="/privacy-policy">{home.privacy}</TextLink>
            <MailLink to={settings.supportEmail}>{home.contact}</MailLink>
          </p>
        </div>
      </div>
    </section>
  )
}

interface SideProps {
  readonly to: string
  readonly icon: LucideIcon
  readonly title: string
  readonly text: string
}

function Side({ to, icon: Icon, title, text }: SideProps) {
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
