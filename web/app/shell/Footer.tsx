import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { settings } from '../settings.ts'
import { texts } from '../texts.ts'
import { Logo } from './Logo.tsx'

const {
  shell,
  landing: { footer: words },
} = texts
const mail = `mailto:${settings.supportEmail}`
const linkStyle = 'inline-block py-1 underline-offset-4 hover:underline'

/** Below every screen: who we are, the rules, the data, a way to write to us, and what no menu leads to. */
export function Footer() {
  return (
    <footer className="border-t border-line px-4 py-6 text-sm text-muted">
      <div className="mx-auto flex max-w-6xl flex-wrap items-center justify-between gap-x-8 gap-y-2">
        <p>{shell.footer}</p>
        <ul className="flex flex-wrap gap-x-5">
          <Entry to="/places">{texts.places.title}</Entry>
          <Entry to="/affiliate">{texts.affiliate.title}</Entry>
          <Entry to="/community-guidelines">{shell.rules}</Entry>
          <Entry to="/transparency">{texts.transparency.title}</Entry>
          <Entry to="/privacy-policy">{shell.privacy}</Entry>
          <li>
            <a href={mail} className={linkStyle}>
              {shell.contact}
            </a>
          </li>
        </ul>
      </div>
    </footer>
  )
}

/** R-06; two of its pages may lie elsewhere. */
export function LandingFooter() {
  return (
    <footer data-grove className="bg-grove px-4 pt-14 pb-8 text-on-grove">
      <div className="mx-auto grid max-w-6xl gap-10 sm:grid-cols-2 lg:grid-cols-[2fr_1fr_1fr_1fr]">
        <div>
          <p className="flex items-center gap-3 font-display text-3xl leading-none">
            <Logo />
            {shell.product}
          </p>
          <p className="mt-4 max-w-64 text-on-grove-muted">{words.tagline}</p>
        </div>
        <Column title={words.rulesTitle}>
          <Entry to="/community-guidelines">{shell.rules}</Entry>
          <Entry to="/community-guidelines">{words.terms}</Entry>
        </Column>
        <Column title={words.dataTitle}>
          <Entry to="/privacy-policy">{shell.privacy}</Entry>
          <Entry to={settings.pages.privacyPolicy}>{words.policy}</Entry>
          <Entry to={settings.pages.dataDeletion}>{words.deletion}</Entry>
        </Column>
        <Column title={words.helpTitle}>
          <li>
            <a href={mail} className={`${linkStyle} break-words`}>
              {settings.supportEmail}
            </a>
          </li>
        </Column>
      </div>
    </footer>
  )
}

function Column({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div>
      <h2 className="text-sm font-semibold text-gold">{title}</h2>
      <ul className="mt-3 grid gap-1">{children}</ul>
    </div>
  )
}

function Entry({ to, children }: { readonly to: string; readonly children: string }) {
  return (
    <li>
      <Link to={to} className={linkStyle}>
        {children}
      </Link>
    </li>
  )
}
