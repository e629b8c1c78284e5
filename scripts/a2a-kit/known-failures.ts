import type { Kit } from "./kits.ts";

const fixture =
  "The kit wants an agent that answers its own message ids with invented artifacts and messages; this service has one answer, " +
  "a task with the verdict, and nothing in it that only a test can reach.";
const finished =
  "The kit takes a task that was just answered for an open one. Here every task is finished when it is first told of, and the " +
  "protocol forbids to continue or cancel it (-32004, -32002).";

/** Tests of the kits that do not pass, and why that is right. Nothing else may fail, and each of these must. */
export const knownFailures: Readonly<Record<Kit["generation"], Readonly<Record<string, string>>>> = {
  "1.0": {
    "compatibility.core_operations.test_artifacts.TestTextArtifact::test_task_has_text_artifact[jsonrpc]":
      fixture,
    "compatibility.core_operations.test_artifacts.TestFileArtifact::test_task_has_file_artifact[jsonrpc]":
      fixture,
    "compatibility.core_operations.test_artifacts.TestFileUrlArtifact::test_task_has_file_url_artifact[jsonrpc]":
      fixture,
    "compatibility.core_operations.test_artifacts.TestDataArtifact::test_task_has_data_artifact[jsonrpc]":
      fixture,
    "compatibility.core_operations.test_artifacts.TestMessageResponse::test_returns_message_with_text_part[jsonrpc]":
      fixture,
    "compatibility.core_operations.test_data_model.TestCamelCaseFieldNames::test_no_snake_case_keys":
      "The kit looks for the protocol's spelling inside a data part too, whose content is the agent's own: the verdict has the " +
      "names of the specification (fixed_code, timed_out).",
    "compatibility.core_operations.test_requirements::test_must_requirement[CORE-SEND-003-jsonrpc]":
      "The requirement is that an unsupported media type is refused with -32005. It is, and the kit counts the refusal as a failure.",
  },
  "0.3": {
    "mandatory.protocol.test_a2a_v030_new_methods.TestMethodMappingCompliance::test_core_method_mapping_compliance":
      finished,
    "mandatory.protocol.test_message_send_method::test_message_send_continue_task": finished,
    "mandatory.protocol.test_state_transitions::test_task_history_length": finished,
    "mandatory.protocol.test_tasks_cancel_method::test_tasks_cancel_valid": finished,
    "mandatory.protocol.test_tasks_get_method::test_tasks_get_with_history_length":
      "The kit wants a history. It would hold the code that was sent in, which is not kept; the protocol lets it be left out.",
    "mandatory.quality.test_error_validation_enhanced::test_invalid_method_error_validation":
      "The kit sends a whole request in place of the method's name and expects -32601. A method that is no text is no request: -32600.",
    "mandatory.transport.test_multi_transport_equivalence::test_agent_card_access_equivalence":
      "The kit asks for the extended card, which the card says there is none of (-32007).",
  },
};
