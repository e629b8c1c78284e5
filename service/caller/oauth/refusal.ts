/** What RFC 6749, 7591, 8707 and 9207 let an endpoint answer with. */
export type OAuthError =
  | "invalid_request"
  | "invalid_client"
  | "invalid_grant"
  | "invalid_target"
  | "unsupported_grant_type"
  | "unsupported_response_type"
  | "access_denied"
  | "invalid_redirect_uri"
  | "invalid_client_metadata"
  | "server_error"
  | "temporarily_unavailable";

/** An expected refusal of an OAuth endpoint, in the words of OAuth; the sentence says what to do. */
export class OAuthRefusal extends Error {
  override readonly name = "OAuthRefusal";
  readonly error: OAuthError;

  constructor(error: OAuthError, description: string, options?: ErrorOptions) {
    super(description, options);
    this.error = error;
  }
}
