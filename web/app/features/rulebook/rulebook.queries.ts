import { read } from '../../shared/read.ts'

const ms = 2_000

/** Q-68; asked again and again while a simulation is under way. */
export const ruleBooks = {
  ...read('rulebooks', 'ruleBooks', {}),
  refetchInterval: ({ state: { data } }: { readonly state: { readonly data: Books | undefined } }) =>
    data?.some(({ drafts }) => drafts.some(({ status }) => status === 'simulating')) ? ms : (false as const),
}

type Books = readonly { readonly drafts: readonly { readonly status: string }[] }[]
