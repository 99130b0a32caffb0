import type { SocialProvider } from '../../../../contract/social.ts'

/** The initial of a provider, for the eye only. */
export function ProviderMark({ of }: { readonly of: SocialProvider }) {
  return (
    <span
      aria-hidden="true"
      className="grid size-5 shrink-0 place-items-center rounded-full bg-sunken text-xs font-bold text-brand-strong"
    >
      {of === 'google' ? 'G' : 'f'}
    </span>
  )
}
