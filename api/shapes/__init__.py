"""The shapes of requests and responses: names, types, required fields. Rules belong to the verbs."""
