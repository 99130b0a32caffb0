import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { settings } from '../settings.ts'
import { Logo } from './Logo.tsx'
import { landingTexts } from '../pages/marketing/landing.texts.ts'
import { shellTexts } from '../texts.ts'

const supportMailto = `mailto:${settings.supportEmail}`
const linkStyle = 'inline-block py-1 underline-offset-4 hover:underline'

/** @rule Q-37 footer with the pages that no menu contains */
export function Footer() {
  return (
    <footer className="border-t border-line px-4 py-6 text-sm text-muted">
      <div className="mx-auto flex max-w-6xl flex-wrap items-center justify-between gap-x-8 gap-y-2">
        <p>{shellTexts.footer}</p>
        <ul className="flex flex-wrap gap-x-5">
          <FooterLink to="/places">{shellTexts.places}</FooterLink>
          <FooterLink to="/affiliate">{shellTexts.affiliate}</FooterLink>
          <FooterLink to="/community-guidelines">{shellTexts.rules}</FooterLink>
          <FooterLink to="/transparency">{shellTexts.transparency}</FooterLink>
          <FooterLink to="/privacy-policy">{shellTexts.privacy}</FooterLink>
          <li>
            <a href={supportMailto} className={linkStyle}>
              {shellTexts.contact}
            </a>
          </li>
        </ul>
      </div>
    </footer>
  )
}

/** @rule R-06 Q-38 footer of the landing pages; two pages may be hosted elsewhere */
export function LandingFooter() {
  return (
    <footer data-grove className="bg-grove px-4 pt-14 pb-8 text-on-grove">
      <div className="mx-auto grid max-w-6xl gap-10 sm:grid-cols-2 lg:grid-cols-[2fr_1fr_1fr_1fr]">
        <div>
          <p className="flex items-center gap-3 font-display text-3xl leading-none">
            <Logo />
            {shellTexts.product}
          </p>
          <p className="mt-4 max-w-64 text-on-grove-muted">{landingTexts.footer.tagline}</p>
        </div>
        <FooterColumn title={landingTexts.footer.rulesTitle}>
          <FooterLink to="/community-guidelines">{shellTexts.rules}</FooterLink>
          <FooterLink to="/community-guidelines">{landingTexts.footer.terms}</FooterLink>
        </FooterColumn>
        <FooterColumn title={landingTexts.footer.dataTitle}>
          <FooterLink to="/privacy-policy">{shellTexts.privacy}</FooterLink>
          <FooterLink to={settings.pages.privacyPolicy}>{landingTexts.footer.policy}</FooterLink>
          <FooterLink to={settings.pages.dataDeletion}>{landingTexts.footer.deletion}</FooterLink>
        </FooterColumn>
        <FooterColumn title={landingTexts.footer.helpTitle}>
          <li>
            <a href={supportMailto} className={`${linkStyle} break-words`}>
              {settings.supportEmail}
            </a>
          </li>
        </FooterColumn>
      </div>
    </footer>
  )
}

function FooterColumn({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div>
      <h2 className="text-sm font-semibold text-gold">{title}</h2>
      <ul className="mt-3 grid gap-1">{children}</ul>
    </div>
  )
}

function FooterLink({ to, children }: { readonly to: string; readonly children: string }) {
  return (
    <li>
      <Link to={to} className={linkStyle}>
        {children}
      </Link>
    </li>
  )
}
