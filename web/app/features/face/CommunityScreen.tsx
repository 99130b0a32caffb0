import { LinkButton } from '../../components/LinkButton.tsx'
import { Screen } from '../../components/Screen.tsx'
import { TextLink } from '../../components/TextLink.tsx'
import { texts } from '../../texts.ts'
import { Chapter } from './Chapter.tsx'
import { Contents } from './Contents.tsx'
import { RewardRules } from './RewardRules.tsx'
import { Sanctions } from './Sanctions.tsx'

const { community: words, shell } = texts
const { conduct, moderation, rewards, sanctions } = words
const entries = [
  { id: 'comportamento', title: conduct.title },
  { id: 'moderazione', title: moderation.title },
  { id: 'ricompense', title: rewards.title },
  { id: 'sanzioni', title: sanctions.title },
]

/** how we behave, what is earned, what a violation costs. */
export function CommunityScreen() {
  return (
    <Screen title={words.title} intro={words.intro}>
      <div data-scrolls className="grid gap-10 lg:grid-cols-[1fr_18rem] lg:gap-16">
        <div className="grid gap-14">
          <Chapter id="comportamento" title={conduct.title}>
            <p className="text-lg text-muted">{conduct.lead}</p>
            <Rules rules={conduct.rules} />
          </Chapter>
          <Chapter id="moderazione" title={moderation.title}>
            <Rules rules={moderation.rules} />
          </Chapter>
          <Chapter id="ricompense" title={rewards.title}>
            <RewardRules />
          </Chapter>
          <Chapter id="sanzioni" title={sanctions.title}>
            <Sanctions />
          </Chapter>
        </div>
        <div className="max-lg:order-first">
          <Contents title={words.contents} entries={entries} />
        </div>
      </div>
      <div className="mt-6 flex flex-wrap items-center justify-between gap-x-8 gap-y-4 border-t border-line pt-8">
        <p className="font-display text-2xl">{words.join}</p>
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <TextLink to="/">{shell.toHome}</TextLink>
          <LinkButton to="/register">{words.register}</LinkButton>
        </div>
      </div>
    </Screen>
  )
}

function Rules({ rules }: { readonly rules: readonly { readonly title: string; readonly text: string }[] }) {
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
