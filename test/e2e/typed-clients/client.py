"""Calls the service with the client that was made from its description: python client.py URL"""

import json
import sys

from assay_client import AuthenticatedClient, Client
from assay_client.api.check import post_v1_validate
from assay_client.api.keys_and_credits import get_v1_keys_self, post_v1_keys
from assay_client.models import KeyAccount, NewKey, Refusal, ValidateRequest, ValidateRequestMode, ValidateResponse

url = sys.argv[1]
created = post_v1_keys.sync(client=Client(base_url=url))
assert isinstance(created, NewKey)

client = AuthenticatedClient(base_url=url, token=created.api_key)
request = ValidateRequest(code="x = 1\nprint(y)\n", mode=ValidateRequestMode.STATIC)
verdict = post_v1_validate.sync(client=client, body=request)
assert isinstance(verdict, ValidateResponse)
account = get_v1_keys_self.sync(client=client)
assert isinstance(account, KeyAccount)
refused = post_v1_validate.sync_detailed(client=client, body=ValidateRequest(code=""))
assert isinstance(refused.parsed, Refusal)

print(
    json.dumps(
        {
            "valid": verdict.valid,
            "rules": [found.rule for found in verdict.diagnostics],
            "lines": [found.line for found in verdict.diagnostics],
            "left": account.calls_remaining,
            "refused": [
                refused.status_code.value,
                refused.parsed.error,
                [".".join(map(str, field.loc)) for field in refused.parsed.fields],
            ],
        }
    )
)
