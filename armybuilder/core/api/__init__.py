"""What every endpoint shares: authentication, parsing of requests, errors, pagination and documentation."""
