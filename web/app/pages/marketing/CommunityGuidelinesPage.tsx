import { LinkButton } from '../../components/buttons.tsx'
import { MailLink, TextLink } from '../../components/links.tsx'
import { PageLayout } from '../../components/page-layout.tsx'
import { useStayRulesNote } from '../../features/ava/rule-sets.ts'
import { settings } from '../../settings.ts'
import { useRuleSettings } from '../../shared/rule-settings.ts'
import { Section, TableOfContents } from './Sections.tsx'
import { rewardTexts } from '../../features/rewards/texts.ts'
import { communityTexts } from './community.texts.ts'
import { shellTexts } from '../../texts.ts'

const rewardRows = [...rewardTexts.ruleList, ...communityTexts.rewards.tiers]

/** @rule B-21 B-22 B-23 B-24 standing and rewards as in the rule set; AVA as in the current rule set */
function RewardRulesTable() {
  const stays = useStayRulesNote()?.text ?? null
  const { rewardMonths, promotion = null } = useRuleSettings() ?? {}
  return (
    <>
      <table className="w-full text-left">
        <caption className="sr-only">{communityTexts.rewards.title}</caption>
        <thead className="border-b border-edge text-sm text-muted max-sm:sr-only">
          <tr>
            <th scope="col" className="py-2 pr-4 font-medium">
              {communityTexts.rewards.columns.reward}
            </th>
            <th scope="col" className="py-2 pr-4 font-medium">
              {communityTexts.rewards.columns.how}
            </th>
            <th scope="col" className="py-2 text-right font-medium">
              {communityTexts.rewards.columns.discount}
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rewardRows.map(({ percent, title, text }) => (
            <tr key={title} className="align-top max-sm:grid max-sm:grid-cols-[1fr_auto] max-sm:gap-x-4 max-sm:py-4">
              <th scope="row" className="font-semibold sm:py-3.5 sm:pr-4">
                {title}
              </th>
              <td className="max-sm:col-span-2 max-sm:row-start-2 sm:py-3.5 sm:pr-4">{text}</td>
              <td className="text-right font-display text-xl leading-snug whitespace-nowrap text-brand-strong sm:py-3">
                {percent}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <ul className="mt-2 grid list-disc gap-2 pl-5 marker:text-brand">
        {[rewardTexts.rulesNote, ...communityTexts.rewards.notes(rewardMonths), stays, promotion].map(
          (note) => note !== null && <li key={note}>{note}</li>,
        )}
      </ul>
      <p className="text-sm text-muted">{communityTexts.rewards.version}</p>
    </>
  )
}

/** Sanctions ladder. */
function SanctionSteps() {
  return (
    <>
      <p className="text-lg text-muted">{communityTexts.sanctions.lead}</p>
      <ol className="grid gap-4 sm:grid-cols-2">
        {communityTexts.sanctions.steps.map(({ when, what, text }) => (
          <li key={when} className="rounded-card border border-line bg-surface p-5 shadow-card">
            <p className="text-sm text-muted">{when}</p>
            <p className="mt-1 font-display text-xl">{what}</p>
            <p className="mt-2">{text}</p>
          </li>
        ))}
      </ol>
      <p>
        {communityTexts.sanctions.appeal} <MailLink to={settings.supportEmail}>{settings.supportEmail}</MailLink>
      </p>
    </>
  )
}

const contentsEntries = [
  { id: 'comportamento', title: communityTexts.conduct.title },
  { id: 'moderazione', title: communityTexts.moderation.title },
  { id: 'ricompense', title: communityTexts.rewards.title },
  { id: 'sanzioni', title: communityTexts.sanctions.title },
]

/** @rule R-30 community guidelines */
export function CommunityGuidelinesPage() {
  const { reviewIntervalDays, disputeWorkingDays } = useRuleSettings() ?? {}
  return (
    <PageLayout title={communityTexts.title} intro={communityTexts.intro}>
      <div data-scrolls className="grid gap-10 lg:grid-cols-[1fr_18rem] lg:gap-16">
        <div className="grid gap-14">
          <Section id="comportamento" title={communityTexts.conduct.title}>
            <p className="text-lg text-muted">{communityTexts.conduct.lead}</p>
            <RuleList rules={communityTexts.conduct.rules(reviewIntervalDays)} />
          </Section>
          <Section id="moderazione" title={communityTexts.moderation.title}>
            <RuleList rules={communityTexts.moderation.rules(disputeWorkingDays)} />
          </Section>
          <Section id="ricompense" title={communityTexts.rewards.title}>
            <RewardRulesTable />
          </Section>
          <Section id="sanzioni" title={communityTexts.sanctions.title}>
            <SanctionSteps />
          </Section>
        </div>
        <div className="max-lg:order-first">
          <TableOfContents title={communityTexts.contents} entries={contentsEntries} />
        </div>
      </div>
      <div className="mt-6 flex flex-wrap items-center justify-between gap-x-8 gap-y-4 border-t border-line pt-8">
        <p className="font-display text-2xl">{communityTexts.join}</p>
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <TextLink to="/">{shellTexts.toHome}</TextLink>
          <LinkButton to="/register">{communityTexts.register}</LinkButton>
        </div>
      </div>
    </PageLayout>
  )
}

function RuleList({ rules }: { readonly rules: readonly { readonly title: string; readonly text: string }[] }) {
  return (
    <dl className="grid gap-5">
      {rules.map(({ title, text }) => (
        <div key={title} className="border-l-2 border-brand pl-4">
          <dt className="font-semibold">{title}</dt>
          <dd className="mt-0.5">{text}</dd>
        </div>
      ))}
    </dl>
  )
}
