/** Who judges has a part in the matter: wrote it, reported it, or is whom it is about. */
export interface OwnMatter {
  readonly type: 'OwnMatter'
}
