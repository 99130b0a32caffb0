import { ArrowLeft } from 'lucide-react'
import { LinkButton } from '../../components/buttons.tsx'
import { PageLayout } from '../../components/page-layout.tsx'
import { useRuleSettings } from '../../shared/rule-settings.ts'
import { Section, TableOfContents } from './Sections.tsx'
import { privacyPolicyTexts } from './privacy-policy.texts.ts'

/** @rule R-31 privacy policy; date of the last change from C-38 */
export function PrivacyPolicyPage() {
  const ruleSettings = useRuleSettings()
  return (
    <PageLayout
      title={privacyPolicyTexts.title}
      intro={privacyPolicyTexts.intro}
      action={
        <LinkButton to="/" variant="secondary" small>
          <ArrowLeft aria-hidden="true" className="size-4" />
          {privacyPolicyTexts.back}
        </LinkButton>
      }
    >
      <p className="font-medium text-brand-strong">{privacyPolicyTexts.updated}</p>
      <div data-scrolls className="grid gap-10 lg:grid-cols-[1fr_18rem] lg:gap-16">
        <div className="grid gap-10">
          {privacyPolicyTexts.sections.map(({ id, title, text, points = [] }) => (
            <Section key={id} id={id} title={title}>
              {(typeof text === 'function' ? text(ruleSettings) : text).map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
              {points.length > 0 && (
                <ul className="grid list-disc gap-2 pl-5 marker:text-brand">
                  {points.map((point) => (
                    <li key={point}>{point}</li>
                  ))}
                </ul>
              )}
            </Section>
          ))}
        </div>
        <div className="max-lg:order-first">
          <TableOfContents title={privacyPolicyTexts.contents} entries={privacyPolicyTexts.sections} />
        </div>
      </div>
    </PageLayout>
  )
}
